/** Layouts are drawn 375 wide, and one rem is a tenth of that. */
const BASE = 37.5

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

/** The postcss plugin for every stylesheet of the build, those of libraries too. Media queries are left alone. */
export function pxToRemPlugin() {
  return {
    postcssPlugin: 'px-to-rem',
    Declaration(declaration: { value: string }) {
      const value = pxToRem(declaration.value)
      if (value !== declaration.value) declaration.value = value
    },
  }
}
