import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { agreementStatus } from './codes.ts'
import { fileState, nextPrint } from './file.ts'

const { waiting, signed, expired, void: void_, paper } = agreementStatus
const made = { status: waiting as number, signedAt: null as number | null, isMade: true, hasFile: false, printAt: 1 }

describe('the file of a document', () => {
  it.each([
    ['is printed once it was made', {}, 'printing'],
    ['is there', { hasFile: true, printAt: null }, 'ready'],
    ['was given up', { printAt: null }, 'failed'],
    ['is printed once it was signed', { status: signed, signedAt: 5 }, 'printing'],
    ['is printed although its document is void by now, if it was signed', { status: void_, signedAt: 5 }, 'printing'],
    ['is not needed of a document that nobody signs any more', { status: expired }, 'none'],
    ['does not exist of a photographed one', { status: paper, signedAt: 5, isMade: false, printAt: null }, 'none'],
  ])('%s', (_, change, state) => {
    expect(fileState({ ...made, ...change })).toBe(state)
  })

  it('is tried again after ten seconds, twice as long each time, and given up after half an hour', () => {
    const pauses = Array.from({ length: 9 }, (_, n) => nextPrint(n + 1, 0))
    expect(pauses.map((pause) => pause && pause / 1000)).toEqual([10, 20, 40, 80, 160, 320, 600, 600, null])
    expect(pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0)).toBeGreaterThan(30 * MINUTE)
  })
})
