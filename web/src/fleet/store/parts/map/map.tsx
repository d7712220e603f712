import { later } from '../../../../ui/media/later.tsx'

/** A map over the whole of its parent; its code is the largest of the product and comes with it. */
export const StoreMap = later(() => import('./map-view.tsx'))
