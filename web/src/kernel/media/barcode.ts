/*
 * Codes in sight of a camera, read by the browser itself. Safari and Firefox cannot: there a code is typed.
 */

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorOf = new (options: { readonly formats: readonly string[] }) => Detector

const detectorOf = (): DetectorOf | undefined =>
  (globalThis as { readonly BarcodeDetector?: DetectorOf }).BarcodeDetector

/** Whether this browser reads codes. */
export const readsCodes = (): boolean => detectorOf() !== undefined

/** How often a picture is looked at, ms. */
const LOOK = 200

/**
 * Looks for QR codes and bar codes of Code 128 until one is `taken`.
 * @returns what ends the looking
 */
export function watchCodes(video: HTMLVideoElement, taken: (text: string) => boolean): () => void {
  const Detect = detectorOf()!
  const detector = new Detect({ formats: ['qr_code', 'code_128'] })
  let looking = false
  async function look() {
    if (looking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    looking = true
    // A frame that cannot be read is followed by another.
    const found = await detector.detect(video).catch(() => [])
    looking = false
    if (found.some(({ rawValue }) => taken(rawValue))) end()
  }
  const timer = setInterval(() => void look(), LOOK)
  const end = () => clearInterval(timer)
  return end
}
