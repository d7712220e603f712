/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** local, test, staging or production (the default). */
  readonly VITE_ENVIRONMENT?: string
  /** Host of the API for an installation of its own, e.g. https://api.example.com */
  readonly VITE_API_HOST?: string
}

/** The manual, written by web/src/build/manual/plugin.ts. */
declare module 'virtual:manual' {
  export const pages: readonly import('./page/manual/manual.ts').ManualPage[]
  export const texts: Readonly<Record<string, () => Promise<import('./page/manual/manual.ts').ManualText>>>
}
