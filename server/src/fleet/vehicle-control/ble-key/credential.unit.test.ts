import { createHmac, createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLE_PURPOSE, bleAction, bleCredential, bleLayout, lockPublicKey } from './credential.ts'

const vaultOf = (merchant: string) => ({
  index: (place: string, text: string) => createHmac('sha256', 'a key').update(`${merchant}/${place}/${text}`).digest(),
})
const vault = vaultOf('7')
const NOW = Date.parse('2026-11-20T10:00:00+08:00')
const MINUTE = 60_000
const stay = { since: NOW - 60 * MINUTE, until: NOW + 600 * MINUTE }

/** A lock in software, by README.md alone: it knows its number, its public key, its clock, and the serials that it has seen. */
class Lock {
  readonly #no: bigint
  readonly #key: ReturnType<typeof createPublicKey>
  readonly #seen: Map<string, number>
  now = NOW
  opened = 0

  constructor(no: string, spki: Buffer, seen = new Map<string, number>()) {
    this.#no = BigInt(no)
    this.#key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    this.#seen = seen
  }

  take(bytes: Buffer): boolean {
    if (bytes.length !== 98 || bytes[0] !== 1 || (bytes[1] !== 1 && bytes[1] !== 2)) return false
    if (bytes.readBigUInt64BE(2) !== this.#no) return false
    const body = bytes.subarray(0, 34)
    if (!verify(null, Buffer.concat([Buffer.from('cheyi ble key 1\0'), body]), this.#key, bytes.subarray(34)))
      return false
    const [from, until] = [bytes.readUInt32BE(10) * 1000, bytes.readUInt32BE(14) * 1000]
    if (this.now < from - MINUTE || this.now >= until) return false
    for (const [serial, end] of this.#seen) if (end <= this.now) this.#seen.delete(serial)
    const serial = bytes.subarray(18, 34).toString('hex')
    if (this.#seen.has(serial)) return false
    this.#seen.set(serial, until)
    if (bytes[1] === 1) this.opened++
    return true
  }

  /** The same lock after a loss of power: its serials survive. */
  restarted(spki: Buffer): Lock {
    return new Lock(`${this.#no}`, spki, this.#seen)
  }
}

const lockOf = (no = '42', whose = vault) => new Lock(no, lockPublicKey(whose, no))
const given = (more: Partial<Parameters<typeof bleCredential>[1]> = {}, now = NOW) =>
  bleCredential(vault, { lockNo: '42', action: bleAction.open, stay, ...more }, now)!

describe('a credential', () => {
  it('opens its lock once, also after a loss of power, and another one opens it again', () => {
    const lock = lockOf()
    const bytes = given()
    expect(bytes).toHaveLength(bleLayout.bytes)
    expect([lock.take(bytes), lock.take(bytes)]).toEqual([true, false])
    expect(lock.restarted(lockPublicKey(vault, '42')).take(bytes)).toBe(false)
    expect(lock.take(given())).toBe(true)
    expect(lock.take(given({ action: bleAction.close }))).toBe(true)
    expect(lock.opened).toBe(2)
  })

  it('opens no other lock, and none of another merchant with the same number', () => {
    expect(lockOf('43').take(given())).toBe(false)
    expect(lockOf('42', vaultOf('8')).take(given())).toBe(false)
  })

  it('ends with the stay, and is not given before or after it', () => {
    const lock = lockOf()
    const bytes = given()
    lock.now = stay.until
    expect(lock.take(bytes)).toBe(false)
    lock.now = stay.until - 1000
    expect(lock.take(bytes)).toBe(true)
    lock.now = NOW - 2 * MINUTE
    expect(lock.take(given())).toBe(false)
    for (const now of [stay.since - 1, stay.until])
      expect(bleCredential(vault, { lockNo: '42', action: bleAction.open, stay }, now)).toBeNull()
  })

  it('with any other bit, or any other length, opens nothing', () => {
    const bytes = given()
    fc.assert(
      fc.property(fc.nat(bleLayout.bytes * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        expect(lockOf().take(changed)).toBe(false)
      }),
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 120 }), (any) => !lockOf().take(Buffer.from(any))))
    expect(lockOf().take(bytes)).toBe(true)
  })

  it('is signed for this purpose alone', () => {
    const bytes = given()
    const key = createPublicKey({ key: lockPublicKey(vault, '42'), format: 'der', type: 'spki' })
    expect(verify(null, bytes.subarray(0, 34), key, bytes.subarray(34))).toBe(false)
    expect(verify(null, Buffer.concat([BLE_PURPOSE, bytes.subarray(0, 34)]), key, bytes.subarray(34))).toBe(true)
  })
})
