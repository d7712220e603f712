import { describe, expect, it } from 'vitest'
import { placeOf } from './toast-place.ts'

/* A phone of 812 on which a toast of 44 would like to end at 716. */

const phone = { top: 0, bottom: 812 }
const place = (taken: readonly { top: number; bottom: number }[], seen = phone) => placeOf(44, 716, seen, taken)

describe('a toast', () => {
  it('stands where it is usual over what it does not touch', () => {
    expect(place([])).toBe(716)
    expect(place([{ top: 756, bottom: 812 }])).toBe(716)
    expect(place([{ top: 300, bottom: 400 }])).toBe(716)
  })
  it('keeps off the foot, and off the field that stands right above it', () => {
    expect(place([{ top: 600, bottom: 812 }])).toBe(588)
    expect(
      place([
        { top: 540, bottom: 590 },
        { top: 600, bottom: 812 },
      ]),
    ).toBe(528)
  })
  it('keeps above a keyboard that covers a part of the window', () => {
    expect(place([], { top: 0, bottom: 460 })).toBe(448)
    expect(place([{ top: 380, bottom: 440 }], { top: 0, bottom: 460 })).toBe(368)
  })
  it('goes to the top where all above is taken', () => {
    expect(place([{ top: 20, bottom: 812 }])).toBe(56)
    expect(place([{ top: 160, bottom: 450 }], { top: 140, bottom: 460 })).toBe(196)
  })
})
