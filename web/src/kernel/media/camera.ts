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

/** ms: a walk around a car; one that takes longer is chosen from files. */
const FILM_LASTS = 30_000
/** Bits a second: 10 MB for the longest. */
const FILM_RATE = 2_500_000
/** What the server takes, first what every phone plays. */
const FILM_TYPES = ['video/mp4;codecs=avc1', 'video/mp4']

const filmType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : FILM_TYPES.find((type) => MediaRecorder.isTypeSupported(type))

/** Whether the browser records what may be sent. */
export const canFilm = (): boolean => filmType() !== undefined

export interface Film {
  readonly stop: () => void
  /** Comes when it was stopped, had lasted 30 s, or the camera was closed; null when nothing was recorded. */
  readonly file: Promise<File | null>
}

/** Begins to record a camera, without sound. @throws DOMException where {@link canFilm} says no, or the camera is closed */
export function film(stream: MediaStream, name: string): Film {
  const recorder = new MediaRecorder(stream, { mimeType: filmType(), videoBitsPerSecond: FILM_RATE })
  const parts: Blob[] = []
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  const file = new Promise<File | null>((done) => {
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onstop = () => {
      clearTimeout(end)
      const video = new File(parts, `${name}.mp4`, { type: 'video/mp4', lastModified: Date.now() })
      done(video.size > 0 ? video : null)
    }
  })
  const end = setTimeout(stop, FILM_LASTS)
  recorder.start()
  return { stop, file }
}
