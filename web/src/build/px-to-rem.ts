/** Layouts are drawn 375 wide, and one rem is a tenth of that. */
const BASE = 37.5
/** What a browser's text measures when nobody chose. */
const LETTER = 16

/**
 * Pixels of a CSS value as rem. Hairlines (up to 1px) stay, as do sizes written in capitals (`16PX`), names and the inside of
 * strings and addresses.
 */
export function pxToRem(value: string): string {
  if (!value.includes('px')) return value
  return value.replace(
    /"[^"]*"|'[^']*'|url\([^)]*\)|(?<![\w-])(-?\d*\.?\d+)px\b/g,
    (whole, number: string | undefined) => {
      if (number === undefined || Math.abs(Number(number)) <= 1) return whole
      return `${Number((Number(number) / BASE).toFixed(5))}rem`
    },
  )
}

/** What says how large text is: it grows where somebody chose so (kernel/device/text-size.ts). */
const TYPE = /^(--fs-|--lh-|font-size$|line-height$)/

/** The value of a property with its pixels as rem. */
export function inRem(property: string, value: string): string {
  const rem = pxToRem(value)
  return rem !== value && TYPE.test(property) ? `calc(${rem} * var(--text-size, 1))` : rem
}

/** Pixels of a media query as letters of the browser's own size: a window is as wide as what is to stand in it is large. */
export const pxToEm = (query: string): string =>
  query.replace(/(\d*\.?\d+)px\b/g, (_, number: string) => `${Number(number) / LETTER}em`)

/** The postcss plugin for every stylesheet of the build, those of libraries too. */
export function pxToRemPlugin() {
  return {
    postcssPlugin: 'px-to-rem',
    Declaration(declaration: { prop: string; value: string }) {
      const value = inRem(declaration.prop, declaration.value)
      if (value !== declaration.value) declaration.value = value
    },
    AtRule: {
      media(rule: { params: string }) {
        rule.params = pxToEm(rule.params)
      },
    },
  }
}
