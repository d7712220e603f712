import { useEffect, useReducer } from 'react'

type Navigation = typeof import('./navigation.tsx')

let loaded: Navigation | undefined

/** Loads the code of the navigation; the next call after a failure retries. */
export async function loadNavigation(): Promise<void> {
  loaded ??= await import('./navigation.tsx')
}

/**
 * The navigation, which only users inside a merchant see: a sign-in page does not load its code. Undefined until it
 * is loaded; each new path retries a failed load.
 */
export function useNavigation(wanted: boolean, path: string): Navigation | undefined {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new path retries.
  useEffect(() => {
    if (wanted && loaded === undefined) loadNavigation().then(drawAgain, () => {})
  }, [wanted, path])
  return loaded
}
