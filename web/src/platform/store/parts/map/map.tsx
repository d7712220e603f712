import { later } from '../../../../ui/media/later.tsx'

/** A map that fills its parent. Its code is the largest part of the app, so it is loaded lazily. */
export const StoreMap = later(() => import('./map-view.tsx'))
