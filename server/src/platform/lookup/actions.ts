/*
 * Names by the sound of them: a person types langyi, ly or 朗逸, with the blanks of their own.
 */

/** What people write differently in the same name: blanks, dots and hyphens, upper case. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s·.\-_()]/g, '')
    .toLowerCase()

/**
 * How a name sounds: whole syllables, and their first letters. Letters and digits of the name stand in both. The table of
 * sounds (1 MB) is read when somebody first asks.
 */
export async function soundsOf(name: string): Promise<{ readonly whole: string; readonly initials: string }> {
  const { pinyin } = await import('pinyin-pro')
  const syllables = pinyin(bare(name), { toneType: 'none', type: 'array', v: true })
  return { whole: syllables.join(''), initials: syllables.map((one) => one[0] ?? '').join('') }
}

/** Those of whose names (all parts of one as one text) what was typed is a part, as it is written or as it sounds. */
export async function named<T>(rows: readonly T[], typed: string, nameOf: (row: T) => string): Promise<T[]> {
  const sought = bare(typed)
  const written = rows.filter((row) => bare(nameOf(row)).includes(sought))
  if (written.length > 0 || !/^[a-z0-9]+$/.test(sought)) return written
  const heard = await Promise.all(rows.map(async (row) => ({ row, sound: await soundsOf(nameOf(row)) })))
  return heard
    .filter(({ sound }) => sound.whole.includes(sought) || sound.initials.startsWith(sought))
    .map(({ row }) => row)
}
