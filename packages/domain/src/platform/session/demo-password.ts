/** The password of every account of the demo. It is public in the README, so that it must not work outside of the demo. */
export const DEMO_PASSWORD = 'Cheyi2026'
