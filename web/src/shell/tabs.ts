import { stockScreens } from '../fleet/stock/screens.ts'
import { dataScreens } from '../insight/data/screens.ts'
import { overviewScreens } from '../insight/overview/screens.ts'
import { orderScreens } from '../rental/order/screens.ts'

/** The pages of the phone's tab bar; they slide in from nowhere and have no way back. */
const tabs: readonly string[] = [overviewScreens.home, orderScreens.list, stockScreens.list, dataScreens.overview].map(
  ({ path }) => path,
)

export const isTab = (path: string): boolean => tabs.includes(path)
