import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export const isOnline = (): boolean => onlineManager.isOnline()

/** Whether there is a network, according to the browser or, inside the app, to the native shell. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )
