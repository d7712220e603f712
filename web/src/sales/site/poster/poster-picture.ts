import { generate } from 'lean-qr'

/*
 * A poster with the QR code of the booking page: a picture for chats and screens, and the same picture as a PDF of A4 for a printer.
 */

export interface Poster {
  readonly merchant: string
  /** The store and its address, or other lines below the code. */
  readonly lines: readonly string[]
  readonly url: string
  /** `#rrggbb`, dark enough for white text. */
  readonly colour: string
}

/** A4 at 150 dots an inch. */
const WIDTH = 1240
const HEIGHT = 1754
const FONT = "-apple-system, 'PingFang SC', 'Noto Sans SC', 'Microsoft YaHei', sans-serif"

/** Writes in the middle, smaller until it fits. */
function write(ink: CanvasRenderingContext2D, text: string, y: number, size: number, bold = false): void {
  for (let at = size; at >= 20; at -= 4) {
    ink.font = `${bold ? '700 ' : ''}${at}px ${FONT}`
    if (ink.measureText(text).width <= WIDTH - 160) break
  }
  ink.fillText(text, WIDTH / 2, y)
}

export function drawPoster({ merchant, lines, url, colour }: Poster): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const ink = canvas.getContext('2d')
  if (ink === null) throw new Error('no canvas')
  ink.textAlign = 'center'
  ink.fillStyle = '#ffffff'
  ink.fillRect(0, 0, WIDTH, HEIGHT)
  ink.fillStyle = colour
  ink.fillRect(0, 0, WIDTH, 420)
  ink.fillStyle = '#ffffff'
  write(ink, merchant, 200, 96, true)
  write(ink, '扫码租车 · 在线预订', 320, 60)

  const code = generate(url)
  const quiet = 4
  const cell = Math.floor(860 / (code.size + 2 * quiet))
  const side = cell * code.size
  const left = (WIDTH - side) / 2
  ink.fillStyle = '#000000'
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) ink.fillRect(left + x * cell, 520 + y * cell, cell, cell)

  ink.fillStyle = '#14171f'
  const below = 520 + side + 110
  for (const [i, line] of lines.entries()) write(ink, line, below + i * 76, i === 0 ? 52 : 38, i === 0)
  ink.fillStyle = '#6b7280'
  write(ink, '微信、支付宝或相机扫码，选车、看价、下单', HEIGHT - 130, 40)
  write(ink, url.replace(/^https?:\/\//, '').replace(/\?.*$/, ''), HEIGHT - 70, 32)
  return canvas
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), type, quality)
  })

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> => blobOf(canvas, 'image/png')

/** A4 in points. */
const PAGE = { width: 595, height: 842 }

/** A PDF of one A4 page that is filled by a JPEG. */
export function pdfOf(jpeg: Uint8Array<ArrayBuffer>, width: number, height: number): Blob {
  const draw = `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /I Do Q`
  const image = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`
  const objects: readonly (string | Uint8Array<ArrayBuffer>)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /XObject << /I 4 0 R >> >> /Contents 5 0 R >>`,
    ],
    [`${image}\nstream\n`, jpeg, '\nendstream'],
    [`<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`],
  ]
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.4\n']
  let size = parts[0]!.length
  const put = (part: string | Uint8Array<ArrayBuffer>) => {
    parts.push(part)
    size += part.length
  }
  const starts = objects.map((content, i) => {
    const start = size
    put(`${i + 1} 0 obj\n`)
    for (const part of content) put(part)
    put('\nendobj\n')
    return start
  })
  const table = size
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`)
  put(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}

export async function posterPdf(canvas: HTMLCanvasElement): Promise<Blob> {
  const jpeg = await blobOf(canvas, 'image/jpeg', 0.92)
  return pdfOf(new Uint8Array(await jpeg.arrayBuffer()), canvas.width, canvas.height)
}
