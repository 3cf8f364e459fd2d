/** What a loader complains about, and the package that brings it. */
import { expect, test } from "vitest";
import { debianPackage, missingLibrary } from "../../node/vulkan.ts";

test("missing libraries are named with Debian's package", () => {
  const complaint = "libX11-xcb.so.1: cannot open shared object file: No such file or directory";
  expect(missingLibrary(complaint)).toBe("libX11-xcb.so.1");
  const packages = [
    "libvulkan.so.1",
    "libX11-xcb.so.1",
    "libxcb-dri3.so.0",
    "libLLVM-15.so.1",
    "libz.so.1",
    "libgcc_s.so.1",
  ];
  expect(packages.map(debianPackage)).toEqual([
    "libvulkan1",
    "libx11-xcb1",
    "libxcb-dri3-0",
    "libllvm15",
    "zlib1g",
    "libgcc-s1",
  ]);
});
