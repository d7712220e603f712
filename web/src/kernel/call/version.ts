let seen = 0

/** Remembers the native app's version from `?version=`, for the life of the page. */
export function seeVersion(raw: string | undefined): void {
  if (raw !== undefined && /^\d{1,6}$/.test(raw)) seen = Number(raw)
}

/** Version of the native app around this page, 0 when it never said. A version alone does not make a page native. */
export const nativeVersion = (): number => seen
