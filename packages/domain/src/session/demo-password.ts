/** The password of every account of the demo. It stands in the README, so without the demo it opens nothing. */
export const DEMO_PASSWORD = 'Cheyi2026'
