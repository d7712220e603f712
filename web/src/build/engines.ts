/**
 * The oldest engines that the web application runs in, by release (decision 217). Stated here alone: the build's targets, the
 * notice of an older browser, what is filled in, and the law over what the build uses follow from it.
 */
export const oldestEngines = { safari: '15.6', chrome: '99', firefox: '115' } as const

/** Those engines as a target of Vite, for scripts and styles. Edge and WebViews are of the same release as Chrome. */
export const buildTarget = [
  `safari${oldestEngines.safari}`,
  `ios${oldestEngines.safari}`,
  `chrome${oldestEngines.chrome}`,
  `edge${oldestEngines.chrome}`,
  `firefox${oldestEngines.firefox}`,
]
