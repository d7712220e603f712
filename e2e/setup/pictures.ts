import type { Locator, Page } from '@playwright/test'

/** The size of a photo that a phone takes when asked for a smaller one. */
const SIZE = { width: 1600, height: 1200 }

/** Of a picture that nobody looks at. */
export const SMALL = { width: 320, height: 240 }

/** Takes a photo through a button that opens the camera or the chooser: a real JPEG, each another picture. */
export async function photograph(page: Page, button: Locator, words: string, buffer?: Buffer): Promise<void> {
  buffer ??= await drawn(page, words)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles({ name: `${words}.jpg`, mimeType: 'image/jpeg', buffer })
}

/** Drawn by the browser: a car on a road under a sky, with words and grain, so that it weighs what a photo weighs. */
export async function drawn(page: Page, words: string, { width, height } = SIZE): Promise<Buffer> {
  const picture = await page.evaluate(
    ([text, width, height]) => {
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const ink = canvas.getContext('2d')
      if (!ink) throw new Error('no canvas')
      const sky = ink.createLinearGradient(0, 0, 0, height)
      sky.addColorStop(0, `hsl(${(text.length * 67) % 360} 45% 70%)`)
      sky.addColorStop(1, '#4a4e57')
      ink.fillStyle = sky
      ink.fillRect(0, 0, width, height)
      const grain = Math.floor(Math.random() * 1e6)
      for (let i = grain; i < grain + 4_000; i++) {
        ink.fillStyle = `hsl(${(i * 137) % 360} 20% ${30 + (i % 40)}% / .4)`
        ink.fillRect((i * 7_919) % width, (i * 104_729) % height, 9, 9)
      }
      ink.fillStyle = '#e8eaee'
      ink.fillRect(width * 0.2, height * 0.5, width * 0.6, height * 0.2)
      ink.fillStyle = '#14171f'
      ink.font = '120px sans-serif'
      ink.fillText(text, width * 0.25, height * 0.4)
      return canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? ''
    },
    [words, width, height] as const,
  )
  return Buffer.from(picture, 'base64')
}

/** A camera of moving pictures that needs no question: the browser of the tests has no device, not even a simulated one. */
export async function withCamera(page: Page): Promise<void> {
  await page.context().grantPermissions(['camera'])
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
      const ink = canvas.getContext('2d')!
      setInterval(() => {
        ink.fillStyle = `hsl(${Math.round(performance.now() / 20) % 360} 40% 60%)`
        ink.fillRect(0, 0, canvas.width, canvas.height)
      }, 100)
      return canvas.captureStream()
    }
  })
}
