export interface PickOptions {
  /** `image/*`, `video/*`, `application/pdf`. */
  readonly accept: string
  readonly multiple: boolean
  /** Opens the rear camera directly, where the device has one. */
  readonly camera: boolean
}

/** Lets the user choose files; [] when the user cancels. */
export function pickFiles({ accept, multiple, camera }: PickOptions): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept, multiple })
    if (camera) input.setAttribute('capture', 'environment')
    input.onchange = () => resolve([...(input.files ?? [])])
    input.oncancel = () => resolve([])
    input.click()
  })
}
