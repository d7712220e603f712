import { ByteWriter, bcdOf } from './bytes.ts'
import { gbkOf, gbkWithin } from './gbk.ts'

/* Bodies that the platform sends (2019 §8; 2013 where it differs). */

export interface Down {
  readonly id: number
  readonly body: Uint8Array
}

/** Results of 0x8001. */
export const platformResult = { ok: 0, failed: 1, wrong: 2, unsupported: 3, alarmConfirmed: 4 } as const

/** Results of 0x8100. */
export const registerResult = { ok: 0, vehicleTaken: 1, noVehicle: 2, terminalTaken: 3, noTerminal: 4 } as const

export const platformAnswer = (serial: number, id: number, result: number): Down => ({
  id: 0x8001,
  body: new ByteWriter().word(serial).word(id).byte(result).end(),
})

/** With the authentication code when the terminal is accepted, otherwise without. */
export const registerAnswer = (serial: number, result: number, code = ''): Down => ({
  id: 0x8100,
  body: new ByteWriter().word(serial).byte(result).bytes(gbkOf(code)).end(),
})

/** Requests parts of a split message by the serial of its first part (0x8003). */
export function askParts(serial: number, parts: readonly number[], v2019: boolean): Down {
  const body = new ByteWriter().word(serial)
  if (v2019) body.word(parts.length)
  else body.byte(parts.length)
  for (const part of parts) body.word(part)
  return { id: 0x8003, body: body.end() }
}

/** Only 0x8004 has its time in UTC (2019 §8.6). */
export const serverTime = (now: number): Down => ({ id: 0x8004, body: bcdOf(now, 0) })

/** Command words of 0x8105 (2019 table 17), and vendor-specific ones. */
export const terminalControl = (word: number): Down => ({ id: 0x8105, body: Uint8Array.of(word) })

export const RESET = 4

export const askPosition = (): Down => ({ id: 0x8201, body: new Uint8Array() })

export const trackFor = (intervalS: number, durationS: number): Down => ({
  id: 0x8202,
  body: new ByteWriter().word(intervalS).dword(durationS).end(),
})

/** Flag bits of 0x8300 (2019 table 41). */
export const textFlag = { urgent: 1, display: 1 << 2, speak: 1 << 3 } as const

/** 2019 adds a type byte (1: notice). Texts are cut at 1,000 bytes. */
export function text(words: string, flag: number, v2019: boolean): Down {
  const body = new ByteWriter().byte(flag)
  if (v2019) body.byte(1)
  return { id: 0x8300, body: body.bytes(gbkWithin(words, 1000)).end() }
}
