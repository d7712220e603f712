/** Layouts are designed for a width of 375 px, and one rem is a tenth of it. */
const BASE = 37.5
/** Default font size of browsers in px. */
const LETTER = 16

/**
 * Converts the pixels of a CSS value to rem. Hairlines (up to 1px) are not converted, nor are sizes in capitals
 * (`16PX`), names, and the content of strings and URLs.
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

/** Properties that define the size of text, which the user can enlarge (kernel/device/text-size.ts). */
const TYPE = /^(--fs-|--lh-|font-size$|line-height$)/

/** The value of a property with its pixels as rem; text sizes are multiplied by the chosen factor. */
export function remValue(property: string, value: string): string {
  const rem = pxToRem(value)
  return rem !== value && TYPE.test(property) ? `calc(${rem} * var(--text-size, 1))` : rem
}

/** Converts the pixels of a media query to em, so that the breakpoint grows with the browser's font size as the content does. */
export const pxToEm = (query: string): string =>
  query.replace(/(\d*\.?\d+)px\b/g, (_, number: string) => `${Number(number) / LETTER}em`)

/** The postcss plugin for every stylesheet of the build, including those of libraries. */
export function pxToRemPlugin() {
  return {
    postcssPlugin: 'px-to-rem',
    Declaration(declaration: { prop: string; value: string }) {
      const value = remValue(declaration.prop, declaration.value)
      if (value !== declaration.value) declaration.value = value
    },
    AtRule: {
      media(rule: { params: string }) {
        rule.params = pxToEm(rule.params)
      },
    },
  }
}
