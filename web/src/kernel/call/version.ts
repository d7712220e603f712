let seen = 0

/** Stores the version of the native app from `?version=`, for the life of the page. */
export function seeVersion(raw: string | undefined): void {
  if (raw !== undefined && /^\d{1,6}$/.test(raw)) seen = Number(raw)
}

/** Version of the native app around this page, 0 when unknown. A version alone does not make a page native. */
export const nativeVersion = (): number => seen
