/** Type of a file by its name only; the server checks the bytes. */

const VIDEO = ['.mp4', '.mov', '.wmv', '.3gp', '.avi']

/** How many items one upload may hold. */
export const MAX_ITEMS = 20

export const FULL_TEXT = '文件数量已达上限，请先删除再添加'
/** Message when more files were chosen than allowed. */
export const leftOutText = (chosen: number, taken: number): string =>
  taken === 0 ? FULL_TEXT : `选了${chosen}个文件，只取前${taken}个，其余${chosen - taken}个超出数量上限，未添加`

/** `.jpg`, in lower case, from a name, path or address; '' without one. */
export function extensionOf(name: string): string {
  const path = name.split(/[?#]/)[0] ?? ''
  return /\.[a-z0-9]+$/i.exec(path)?.[0].toLowerCase() ?? ''
}

/** Anything that is not a known video type counts as an image. */
export const kindOf = (name: string): 'video' | 'image' => (VIDEO.includes(extensionOf(name)) ? 'video' : 'image')

/**
 * Server id of the record that the files belong to; undefined for a record that is not saved yet, whose name is only
 * known to the form: `new`.
 */
export const recordId = (bizId: string): string | undefined => (/^\d+$/.test(bizId) ? bizId : undefined)
