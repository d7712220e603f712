/* Search of names by pronunciation: a user types langyi, ly or 朗逸, with or without spaces. */

/** Normalises differences of spelling in one name: spaces, dots, hyphens and upper case. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s·.\-_()]/g, '')
    .toLowerCase()

/**
 * Pinyin of a name: full syllables, and their initials. Letters and digits of the name are in both. The pinyin table (1 MB) is loaded with
 * the first search.
 */
export async function soundsOf(name: string): Promise<{ readonly whole: string; readonly initials: string }> {
  const { pinyin } = await import('pinyin-pro')
  const syllables = pinyin(bare(name), { toneType: 'none', type: 'array', v: true })
  return { whole: syllables.join(''), initials: syllables.map((one) => one[0] ?? '').join('') }
}

/** Rows whose name (all parts joined as one text) contains the typed text, as written or by pronunciation. */
export async function searchByName<T>(rows: readonly T[], typed: string, nameOf: (row: T) => string): Promise<T[]> {
  const sought = bare(typed)
  const written = rows.filter((row) => bare(nameOf(row)).includes(sought))
  if (written.length > 0 || !/^[a-z0-9]+$/.test(sought)) return written
  const heard = await Promise.all(rows.map(async (row) => ({ row, sound: await soundsOf(nameOf(row)) })))
  return heard
    .filter(({ sound }) => sound.whole.includes(sought) || sound.initials.startsWith(sought))
    .map(({ row }) => row)
}
