export interface PickOptions {
  /** `image/*`, `video/*`, `application/pdf`. */
  readonly accept: string
  readonly multiple: boolean
  /** Opens the rear camera at once, where the device has one. */
  readonly camera: boolean
}

/** Lets the person choose files; [] when they change their mind. */
export function pickFiles({ accept, multiple, camera }: PickOptions): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept, multiple })
    if (camera) input.setAttribute('capture', 'environment')
    // In the page as long as it is asked: a browser may collect one outside, and what is chosen then comes to nobody.
    input.hidden = true
    document.body.append(input)
    const end = (files: readonly File[]) => {
      input.remove()
      resolve(files)
    }
    input.onchange = () => end([...(input.files ?? [])])
    input.oncancel = () => end([])
    input.click()
  })
}
