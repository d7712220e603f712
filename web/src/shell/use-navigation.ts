import { useEffect, useState } from 'react'

type Navigation = typeof import('./navigation.tsx')

let loaded: Navigation | undefined

/** Loads the code of the navigation; the next call after a failure retries. */
export async function loadNavigation(): Promise<void> {
  loaded ??= await import('./navigation.tsx')
}

/**
 * The navigation, which only users inside a merchant see: a sign-in page does not load its code. Undefined while it is
 * loading, null after a failure, until a new path retries.
 */
export function useNavigation(wanted: boolean, path: string): Navigation | null | undefined {
  const [answer, setAnswer] = useState<Navigation | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new path retries.
  useEffect(() => {
    if (wanted && loaded === undefined)
      loadNavigation().then(
        () => setAnswer(loaded),
        () => setAnswer(null),
      )
  }, [wanted, path])
  return loaded ?? answer
}
