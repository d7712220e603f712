/**
 * The oldest engines that the web application supports, by release (decision 217). Defined only here: the build
 * targets, the notice for older browsers, the polyfills, and the test of the features that the build uses are derived
 * from it.
 */
export const oldestEngines = { safari: '15.6', chrome: '99', firefox: '115' } as const

/** These engines as a target of Vite, for scripts and styles. Edge and WebViews have the same release numbers as Chrome. */
export const buildTarget = [
  `safari${oldestEngines.safari}`,
  `ios${oldestEngines.safari}`,
  `chrome${oldestEngines.chrome}`,
  `edge${oldestEngines.chrome}`,
  `firefox${oldestEngines.firefox}`,
]
