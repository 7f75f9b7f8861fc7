"""Prints a module with a resource that is aligned to a number of bytes."""

import sys

ALIGNMENT = int(sys.argv[1]).to_bytes(4, "little")
content = "".join(f"{byte:02X}" for byte in ALIGNMENT + bytes(range(64)))
print(f"""func.func private @f() attributes {{a = dense_resource<blob> : tensor<16xf32>}}
{{-#
  dialect_resources: {{ builtin: {{ blob: "0x{content}" }} }}
#-}}""")
