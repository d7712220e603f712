const units = ['KB', 'MB', 'GB', 'TB'] as const

/** A file size in steps of 1024: 0 → 0KB, 12.4MB, 50GB; with one decimal below ten. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes / 1024, 0]
  while (Math.round(size) >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  const text = size < 10 ? (Math.round(size * 10) / 10).toString() : Math.round(size).toString()
  return `${text}${units[unit]}`
}
