import { isNative } from '../device/native.ts'

/*
 * The camera of the browser itself, which stays open from one picture to the next. The native shell has its own.
 */

/** Large enough for a plate at the far end of a car; a device gives what it has. */
const WANTED = { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1440 } }
const QUALITY = 0.92

let granted = false

/** Asked beforehand: a file chooser opens only right after a tap. A browser that cannot say is one that was not asked. */
async function watchPermission(): Promise<void> {
  const status = await navigator.permissions.query({ name: 'camera' as PermissionName })
  const take = () => {
    granted = status.state === 'granted'
  }
  status.onchange = take
  take()
}
if ('permissions' in navigator) watchPermission().catch(() => {})

/** Whether there is a camera that could stay open. */
export const hasCamera = (): boolean => !isNative() && navigator.mediaDevices?.getUserMedia !== undefined

/** Whether it opens without a question. */
export const isCameraGranted = (): boolean => granted && hasCamera()

/** Rejects when it is refused, taken by another program, or not there. */
export async function openCamera(): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED })
  granted = true
  return stream
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** What is in sight now, as a JPEG; null before the first picture is there. */
export async function pictureOf(video: HTMLVideoElement, name: string): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const ink = canvas.getContext('2d')
  if (width === 0 || ink === null) return null
  ink.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  return blob && new File([blob], `${name}.jpg`, { type: blob.type, lastModified: Date.now() })
}
