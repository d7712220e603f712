const LONGEST_SIDE = 640
/** ms after which a video without a decoded frame gets no poster. */
const WAIT = 8_000

/** A frame from the beginning of a video; null where this browser cannot draw one. */
export async function posterOf(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file)
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, preload: 'auto' })
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no frame')), WAIT)
      video.onseeked = () => {
        clearTimeout(timer)
        resolve()
      }
      video.onerror = () => {
        clearTimeout(timer)
        reject(new Error('no film'))
      }
      video.onloadeddata = () => {
        video.currentTime = Math.min(0.5, video.duration / 2)
      }
      video.src = url
    })
    const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale))
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    return blob && new File([blob], 'poster.jpg', { type: blob.type })
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}
