/** 1 economy 2 comfort 3 SUV 4 MPV 5 luxury 6 sports 7 motorhome 8 pickup 9 other. */
export type CarType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

type Drawing = {
  body: string
  glass: string
  lines?: string
  wheels: readonly [front: number, rear: number, r: number]
}

const sedan: Drawing = {
  body: 'M4.8 34.2c-.5-4.2 1-6.7 5.2-8 6.5-2 14.5-3.7 23-5C39.5 15.8 46 11 55.5 10.2c9-.8 18.5-.5 25.5 1.9 7.5 2.6 13.5 5.9 20 8.3l10.3 1.6c2 .3 3 1.4 3.2 3.5l.8 8.7c.1 2-.8 3-2.8 3H8.3c-2 0-3.3-1.1-3.5-3z',
  glass:
    'M39 20.8c5-4.3 9.5-7.4 17-8.1l2.5-.2V21.2c-7 .2-13 .1-19.5-.4zM61.5 12.4c7.3-.2 12.8.5 18.2 2.5 4.7 1.8 8.3 3.7 11.8 5.4l-30 .9z',
  wheels: [26.5, 93.5, 8.2],
}

const drawings: Record<CarType, Drawing> = {
  1: sedan,
  2: sedan,
  3: {
    body: 'M5 34.5c-.6-5 .4-8.6 5.2-10L29 20.5C35 13 40.5 7.6 52 6.8h31c9.5 0 14.5 3.4 19 10.5 1.2 1.9 3 3.2 5.5 4.2 4.2 1.7 6.3 4 6.6 8.3l.4 4.7c.1 2-1 3-3 3H8.5c-2 0-3.3-1-3.5-3z',
    glass:
      'M35.5 20c4.6-5.6 9-9.4 17.8-9.8V20.6c-6.5.1-12.2 0-17.8-.6zM57 10.1h19v10.3l-19 .2zM79.5 10.1h3.5c6.5.1 10.8 2.9 14.4 9l-17.9 1.1z',
    lines: 'M51 5h33',
    wheels: [27, 93, 9.2],
  },
  4: {
    body: 'M5.5 34.8c-.4-5.3.8-8.5 6-10.5l13.5-5.2C31.5 12 38 7.5 50 7.5h49c6.5 0 10 2.8 12 8.5 1.7 5 2.5 11.5 2.5 18.8 0 2-1.2 3.2-3.2 3.2H9.3c-2.3 0-3.5-1.2-3.8-3.2z',
    glass:
      'M30.5 19.2c5.3-5.4 10.5-8.5 18.5-8.8v10c-6.5.1-12.5-.4-18.5-1.2zM52.5 10.3H76v9.8l-23.5.3zM79.5 10.3H98c5 0 7.5 2 9 6.8.2.9 0 1.5-.8 1.6l-26.7 1.3z',
    wheels: [26.5, 93.5, 8.2],
  },
  5: {
    body: 'M3.5 34.2c-.5-4 .9-6.4 5-7.6 7-2 16-3.4 25.5-4.6 7-5.4 13.5-10 23.5-10.7 10-.7 20.5-.3 28 2.3 6.5 2.3 11.5 5.3 16.5 7.6l10.5 1.7c2.2.4 3.2 1.5 3.4 3.6l.7 7.7c.2 2-.8 3.1-2.8 3.1H7c-2 0-3.3-1.1-3.5-3.1z',
    glass:
      'M40 21.7c5.2-4.3 10-7.4 18-8l3-.2v8.4c-7.5.2-14 .2-21-.2zM64 13.5c7.8-.2 14.5.5 20.5 2.8 4.5 1.7 8 3.5 11 5.1l-31.5.6z',
    lines: 'M37 34.8h47M62.5 23.5h5M91 23.5h5',
    wheels: [26, 94.5, 8.4],
  },
  6: {
    body: 'M4 35c-.6-3.6.7-6 4.8-7.3 7-2.2 16-3.6 25.5-4.9C41.5 18.3 49 14.2 58.5 13.6c10-.6 20 .4 28.5 3.9 6.5 2.6 13 4.8 20.5 6.3 3.5.7 5.7 2 6.2 5.2l.8 5.8c.3 2-.7 3.2-2.7 3.2H7.2c-1.9 0-3-1.2-3.2-3z',
    glass: 'M43 22.6c5.5-3.7 10.5-6.2 17.5-6.5 9-.4 17 .9 24 4.2l2.5 1.9z',
    lines: 'M100 21.5l12-1.5',
    wheels: [25.5, 94, 8.8],
  },
  7: {
    body: 'M5 35v-9.5c0-2.6.9-4.3 3.2-5.3L19 15.6l3-9.1c.6-1.9 2-3 4-3h84c2.8 0 4.5 1.7 4.5 4.5v27c0 2-1.1 3-3 3H8c-2 0-3-1-3-3z',
    glass: 'M20.5 17l2.3-6.5h9V20H18.5zM46 10h16v8H46zM70 10h15v8H70z',
    lines: 'M93 9.5h12V37M93 9.5V37M36 23.5h57M105 23.5h9',
    wheels: [25, 88, 8.2],
  },
  8: {
    body: 'M4.5 34.5c-.6-5 .3-8.6 5.2-10L27 20.3C32.5 13 37.5 8 48 7.5h20c5.5 0 8.5 2.5 10.5 7.5l2.3 6.2h29.7c2.5 0 4 1.5 4 4l-.5 9.5c-.1 2-1.1 3.3-3.1 3.3H8c-2 0-3.3-1.3-3.5-3.5z',
    glass:
      'M33.5 20c4.5-5.6 8.5-9.3 16-9.6h1v10.2c-6.3.1-11.5 0-17-.6zM54 10.4h13c4.5 0 6.8 1.7 8.3 5.5l1.7 4.2-23 .5z',
    lines: 'M80.8 21.2V37M84 25.5h29',
    wheels: [26, 93, 9.2],
  },
  9: {
    body: 'M8 34.4c-.6-4.4.8-7.2 5-8.4 5.5-1.6 11.5-2.9 18.5-4C38 15.4 44.5 10.6 54 9.9c11-.8 24-.6 32 1.6 6 1.7 10.5 5.6 14.5 10.7l6.2 2.2c2.2.8 3.2 2 3.4 4.1l.4 5.9c.1 2-.9 3.1-2.9 3.1H11.5c-2 0-3.3-1.1-3.5-3.1z',
    glass:
      'M37.5 21c5-4.8 9.5-7.7 16.5-8.3l3-.2v9.1c-6.8.1-12.5-.1-19.5-.6zM60.5 12.3c9-.3 17.5.1 23.5 1.7 4.2 1.1 7.3 3.3 10.5 7l-34 .7z',
    wheels: [29, 91, 8.2],
  },
}

export type CarDrawingProps = { carType: number }

/** The drawing of a silhouette, loaded with the first one that is shown. */
export default function CarDrawing({ carType }: CarDrawingProps) {
  const { body, glass, lines, wheels } = drawings[carType as CarType] ?? drawings[9]
  const [front, rear, radius] = wheels
  return (
    <svg viewBox="0 0 120 48" aria-hidden="true">
      <ellipse cx="60" cy="44.6" rx="50" ry="2.2" fill="#14171f" opacity=".08" />
      <path d={body} fill="#dfe4ec" stroke="#aab3c1" strokeWidth=".8" />
      <path d={glass} fill="#54606f" opacity=".86" />
      {lines && <path d={lines} fill="none" stroke="#8c97a6" strokeLinecap="round" />}
      <path d="M8 31.5h103.5" stroke="#aab3c1" strokeWidth=".7" opacity=".7" />
      <path d="M6.6 29.2l5.5-1 .8 2.2-6.3 1z" fill="#fff" stroke="#aab3c1" strokeWidth=".5" />
      <path d="M109.5 27.5l3.5 1.7.6 2.3-4.5-.3z" fill="#d9534f" />
      {[front, rear].map((x) => (
        <g key={x}>
          <circle cx={x} cy="37.2" r={radius} fill="#2a303b" />
          <circle cx={x} cy="37.2" r={radius * 0.52} fill="#c9d0da" />
          <circle cx={x} cy="37.2" r={radius * 0.16} fill="#2a303b" />
        </g>
      ))}
    </svg>
  )
}
