/** Joins the class names that are set; `cx('button', loading && 'button-loading', className)`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
