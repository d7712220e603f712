/*
 * The outline of a car on which damage is marked, as SVG paths: right side on top (upside down, wheels outwards),
 * top view in the middle, left side below; the nose points left. Screens and documents use the same paths.
 */

/** Side view with wheels down and nose left, in a box of 120 × 48. */
const side =
  'M4.8 34.2c-.5-4.2 1-6.7 5.2-8 6.5-2 14.5-3.7 23-5C39.5 15.8 46 11 55.5 10.2c9-.8 18.5-.5 25.5 1.9 7.5 2.6 13.5 5.9 20 8.3l10.3 1.6c2 .3 3 1.4 3.2 3.5l.8 8.7c.1 2-.8 3-2.8 3H8.3c-2 0-3.3-1.1-3.5-3zM39 20.8c5-4.3 9.5-7.4 17-8.1l2.5-.2V21.2c-7 .2-13 .1-19.5-.4zM61.5 12.4c7.3-.2 12.8.5 18.2 2.5 4.7 1.8 8.3 3.7 11.8 5.4l-30 .9zM60 21.5V37M36 21c-1.5 5-1.5 10 0 16M88 20.8c2 4 1 9-2 12'

const width = 240
const height = 256
const length = width / 110.4
const rise = (0.27 * height) / 36

export const carDrawing = {
  /** Size of the whole drawing. */
  width,
  height,
  side,
  /** Position of each side view: translated by dx and dy, then scaled by sx and sy. */
  sides: [
    { dx: -4.8 * length, dy: 0.27 * height + 9.6 * rise, sx: length, sy: -rise },
    { dx: -4.8 * length, dy: 0.73 * height - 9.6 * rise, sx: length, sy: rise },
  ],
  wheels: [26, 93.5],
  plan: { dx: 0, dy: 0.5 * height, scale: width / 202, x: -65, y: -106 },
  body: 'M88 73C74 74 66 83 65 106c1 23 9 32 23 33h153c18-1 25-10 26-33-1-23-8-32-26-33z',
  glass:
    'M124 81c-7 15-7 35 0 50l19-7c-4-14-4-22 0-36zM228 86c4 14 4 26 0 40l-15-5c2.5-11 2.5-19 0-30zM147 81.5l31-1v5l-28 2zM182 80.5l34 1.5-5 6-29-2.5zM147 130.5l31 1v-5l-28-2zM182 131.5l34-1.5-5-6-29 2.5z',
  folds:
    'M72 88c14-4 30-5 46-4M72 124c14 4 30 5 46 4M69 93c3-8 6-11 13-14M69 119c3 8 6 11 13 14M262 93c-2-7-5-10-11-12.5M262 119c-2 7-5 10-11 12.5M139 73l-5-7h7l5 7M139 139l-5 7h7l5-7M248 82c3 15 3 33 0 48',
} as const
