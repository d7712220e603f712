/* GBK (STRING of JT/T 808-2019 table 1): decoded by the platform's decoder, encoded by its reverse table. */

const decoder = new TextDecoder('gbk')

/** Fixed fields are padded with NUL or blanks on either side. */
export function textOf(bytes: Uint8Array): string {
  const text = decoder.decode(bytes)
  let from = 0
  let to = text.length
  while (from < to && isFiller(text.charCodeAt(from))) from++
  while (to > from && isFiller(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

const isFiller = (code: number): boolean => code === 0 || code === 32

let pairs: Map<string, number> | undefined

/** 23,940 pairs, built once; where two pairs decode to the same character, the first is used. */
function reverseTable(): Map<string, number> {
  const table = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if (text.length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, (lead << 8) | trail)
    }
  }
  return table
}

/** Characters that GBK does not have become `?`. */
export function gbkOf(text: string): Uint8Array {
  pairs ??= reverseTable()
  const bytes: number[] = []
  for (const sign of text) {
    const code = sign.codePointAt(0)!
    const pair = pairs.get(sign)
    if (code < 0x80) bytes.push(code)
    else if (pair === undefined) bytes.push(0x3f)
    else bytes.push(pair >> 8, pair & 0xff)
  }
  return Uint8Array.from(bytes)
}

/** As many whole characters as fit into the bytes: half a character would corrupt what follows. */
export function gbkWithin(text: string, most: number): Uint8Array {
  const bytes: number[] = []
  for (const sign of text) {
    const next = gbkOf(sign)
    if (bytes.length + next.length > most) break
    bytes.push(...next)
  }
  return Uint8Array.from(bytes)
}
