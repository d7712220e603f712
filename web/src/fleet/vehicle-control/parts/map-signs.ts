import type { Map as LibreMap } from 'maplibre-gl'

/*
 * Icons on a map of cars, drawn as images when the map first needs them: a layer of images needs no fonts from a server, and a
 * thousand cars need no more DOM elements than one.
 */

/** The content of an icon. A map feature stores only its name: {@link signName}. */
export interface Sign {
  readonly fill: string
  readonly text: string
  /** A square instead of a disc. */
  readonly square?: boolean
  /** Larger, for a cluster. */
  readonly large?: boolean
}

export const signName = ({ fill, text, square = false, large = false }: Sign): string =>
  ['sign', fill, text, square ? 1 : 0, large ? 1 : 0].join('|')

function signOf(name: string): Sign | null {
  const [kind, fill = '', text = '', square, large] = name.split('|')
  return kind === 'sign' ? { fill, text, square: square === '1', large: large === '1' } : null
}

const SCALE = 2

/** Draws the icon for any icon name that a map feature uses. */
export function drawSigns(map: LibreMap): void {
  map.setMissingStyleImageResolver((id) => {
    const sign = signOf(id)
    if (sign !== null && !map.hasImage(id)) map.addImage(id, pictureOf(sign), { pixelRatio: SCALE })
  })
}

/** Replaces `roundRect`, which older browsers lack. */
function roundSquare(pen: CanvasRenderingContext2D, from: number, to: number, radius: number): void {
  pen.moveTo(from + radius, from)
  pen.arcTo(to, from, to, to, radius)
  pen.arcTo(to, to, from, to, radius)
  pen.arcTo(from, to, from, from, radius)
  pen.arcTo(from, from, to, from, radius)
  pen.closePath()
}

function pictureOf({ fill, text, square, large }: Sign): ImageData {
  const across = (large ? 40 : 26) * SCALE
  const canvas = document.createElement('canvas')
  canvas.width = across
  canvas.height = across
  const pen = canvas.getContext('2d')!
  const line = 2 * SCALE
  pen.beginPath()
  if (square) roundSquare(pen, line, across - line, 6 * SCALE)
  else pen.arc(across / 2, across / 2, across / 2 - line, 0, 2 * Math.PI)
  pen.fillStyle = fill
  pen.fill()
  pen.lineWidth = line
  pen.strokeStyle = '#fff'
  pen.stroke()
  pen.fillStyle = '#fff'
  pen.font = `600 ${(large || text.length < 3 ? 13 : 11) * SCALE}px system-ui, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, across / 2, across / 2 + SCALE / 2)
  return pen.getImageData(0, 0, across, across)
}
