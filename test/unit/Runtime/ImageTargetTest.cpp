//===- ImageTargetTest.cpp - Which chips an image is for ------------------===//

#include "FakeCudaTest.h"

#include <cstring>
#include <elf.h>

using namespace mlir::lowp::runtime::test;

namespace {

class ImageTargetTest : public FakeCudaTest {
protected:
  /// Loads `content` on a device of `major`.`minor`.
  LowpStatus load(const std::string &content, int32_t major, int32_t minor) {
    fake->reset();
    fake->major = major;
    fake->minor = minor;
    lowpCallInit(&call, nullptr);
    LowpImage image = {content.data(), content.size(), "kernels"};
    LowpStatus status = lowpLoadImage(&image, &call);
    LowpCall unload;
    lowpCallInit(&unload, nullptr);
    lowpUnloadImage(&image, &unload);
    return status;
  }

  static std::string makePTX(const std::string &target) {
    std::string text = "// PTX\n.version 8.8\n.target " + target + "\n";
    text += ".address_size 64\n";
    text.push_back('\0');
    return text;
  }

  /// The header alone, of machine code made with `option`.
  static std::string makeCubin(uint32_t flags, const std::string &option) {
    Elf64_Ehdr header = {};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_machine = 190;
    header.e_flags = flags;
    std::string note = "-v -arch " + option + std::string(16, '\0');
    header.e_shoff = sizeof(header) + note.size();
    std::string bytes(sizeof(header), '\0');
    std::memcpy(bytes.data(), &header, sizeof(header));
    return bytes + note;
  }
};

} // namespace

// One image for all chips of a family; the driver picks it on each.
TEST_F(ImageTargetTest, FamilyCodeRunsOnAllItsChips) {
  for (const std::string &image :
       {makePTX("sm_120f"), makeCubin(0x6007802, "sm_120f")}) {
    EXPECT_EQ(load(image, 12, 0), LOWP_OK) << call.message;
    EXPECT_EQ(load(image, 12, 1), LOWP_OK) << call.message;
    EXPECT_EQ(load(image, 9, 0), LOWP_ERROR_UNSUPPORTED_DEVICE);
    EXPECT_EQ(load(image, 10, 3), LOWP_ERROR_UNSUPPORTED_DEVICE);
  }
}

TEST_F(ImageTargetTest, ChipWithoutCodeIsNamedWithTheOneThatHasIt) {
  EXPECT_EQ(load(makePTX("sm_120f"), 9, 0), LOWP_ERROR_UNSUPPORTED_DEVICE);
  expectFailure(call, LOWP_ERROR_UNSUPPORTED_DEVICE,
                {"image 'kernels' has no code for Fake H200 (compute "
                 "capability 9.0), only for sm_120f: ",
                 "compile for this chip with --chip"});
  EXPECT_EQ(load(makePTX("sm_120a, debug"), 12, 1),
            LOWP_ERROR_UNSUPPORTED_DEVICE);
  expectFailure(call, LOWP_ERROR_UNSUPPORTED_DEVICE, {"only for sm_120a: "});
}

// The number's place moved with CUDA 13.
TEST_F(ImageTargetTest, MachineCodeHasItsNumberInTheFlags) {
  EXPECT_EQ(load(makeCubin(0x6007802, "sm_120a"), 12, 1),
            LOWP_ERROR_UNSUPPORTED_DEVICE);
  expectFailure(call, LOWP_ERROR_UNSUPPORTED_DEVICE, {"only for sm_120: "});
  EXPECT_EQ(load(makeCubin(0x5a055a, "sm_90a"), 10, 0),
            LOWP_ERROR_UNSUPPORTED_DEVICE);
  expectFailure(call, LOWP_ERROR_UNSUPPORTED_DEVICE, {"only for sm_90: "});
}
