/*
 * Codes in the view of a camera, read by the browser itself. Safari and Firefox cannot do this: there the code is
 * typed.
 */

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorOf = new (options: { readonly formats: readonly string[] }) => Detector

const detectorOf = (): DetectorOf | undefined =>
  (globalThis as { readonly BarcodeDetector?: DetectorOf }).BarcodeDetector

/** Whether this browser can read codes. */
export const readsCodes = (): boolean => detectorOf() !== undefined

/** ms between two scans. */
const LOOK = 200

/**
 * Scans for QR codes and bar codes of Code 128 until `taken` accepts one.
 * @returns stops scanning
 */
export function watchCodes(video: HTMLVideoElement, taken: (text: string) => boolean): () => void {
  const Detect = detectorOf()!
  const detector = new Detect({ formats: ['qr_code', 'code_128'] })
  let looking = false
  async function look() {
    if (looking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    looking = true
    // A frame that cannot be read is ignored: the next one follows.
    const found = await detector.detect(video).catch(() => [])
    looking = false
    if (found.some(({ rawValue }) => taken(rawValue))) end()
  }
  const timer = setInterval(() => void look(), LOOK)
  const end = () => clearInterval(timer)
  return end
}
