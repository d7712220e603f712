import { isNative } from '../device/native.ts'
import { currentTime } from '../now.ts'

/*
 * The browser's camera, which stays open from one photo to the next. The native shell has its own.
 */

/** Large enough for a plate at the far end of a car; a device with less gives its maximum. */
const WANTED = { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1440 } }
const QUALITY = 0.92

let granted = false

/**
 * Read in advance, because a file chooser opens only directly after a tap. A browser that cannot report the permission
 * counts as not granted.
 */
async function watchPermission(): Promise<void> {
  const status = await navigator.permissions.query({ name: 'camera' as PermissionName })
  const take = () => {
    granted = status.state === 'granted'
  }
  status.onchange = take
  take()
}
if ('permissions' in navigator) watchPermission().catch(() => {})

/** Whether there is a camera that can stay open. */
export const hasCamera = (): boolean => !isNative() && navigator.mediaDevices?.getUserMedia !== undefined

/** Whether it opens without a permission prompt. */
export const isCameraGranted = (): boolean => granted && hasCamera()

/** @throws when the permission is denied, the camera is used by another program, or there is none */
export async function openCamera(): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED })
  granted = true
  return stream
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The current frame as a JPEG; null before the first frame. */
export async function pictureOf(video: HTMLVideoElement, name: string): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const ink = canvas.getContext('2d')
  if (width === 0 || ink === null) return null
  ink.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  return blob && new File([blob], `${name}.jpg`, { type: blob.type, lastModified: currentTime() })
}

/** ms, enough to walk around a car; a longer video is chosen from files. */
const FILM_LASTS = 30_000
/** Bits per second: 10 MB for the longest video. */
const FILM_RATE = 2_500_000
/** Types that the server accepts; the first one plays on every phone. */
const FILM_TYPES = ['video/mp4;codecs=avc1', 'video/mp4']

const filmType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : FILM_TYPES.find((type) => MediaRecorder.isTypeSupported(type))

/** Whether the browser can record an accepted type. */
export const canFilm = (): boolean => filmType() !== undefined

export interface Film {
  readonly stop: () => void
  /** Resolves when the recording was stopped, lasted 30 s, or the camera was closed; null when nothing was recorded. */
  readonly file: Promise<File | null>
}

/**
 * Starts recording a camera, without sound. @throws DOMException where {@link canFilm} returns false, or the camera is
 * closed
 */
export function film(stream: MediaStream, name: string): Film {
  const recorder = new MediaRecorder(stream, { mimeType: filmType(), videoBitsPerSecond: FILM_RATE })
  const parts: Blob[] = []
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  const file = new Promise<File | null>((done) => {
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onstop = () => {
      clearTimeout(end)
      const video = new File(parts, `${name}.mp4`, { type: 'video/mp4', lastModified: currentTime() })
      done(video.size > 0 ? video : null)
    }
  })
  const end = setTimeout(stop, FILM_LASTS)
  recorder.start()
  return { stop, file }
}
