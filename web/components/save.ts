/** Hands a file or a text to the user. */
import type { Legend } from "../base/legend";
import type { Picture } from "../engine/wire";
import type { Toast } from "../workspace/toast";

/** Offers a file to be saved. */
export function saveBlob(toast: Toast, blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  toast.announce(`Saved ${fileName}`);
}

/** Puts a text on the clipboard, and says so. */
export async function copyText(toast: Toast, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.announce(`Copied ${what}`);
  } catch {
    toast.announce("The browser does not allow copying here");
  }
}

/** Saves a picture as PNG on the colour it stands on: what it is above it, what its signs and colours mean below. */
export async function savePicture(toast: Toast, picture: Picture, title: string, fileName: string, legend?: Legend): Promise<void> {
  const file = await import("./pictureFile").then(
    ({ pictureFile }) => pictureFile(picture, title, legend),
    () => null,
  );
  if (file) saveBlob(toast, file, fileName);
  else toast.announce("The file could not be written");
}
