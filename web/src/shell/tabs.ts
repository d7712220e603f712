import { dataScreens } from '../data/screens.ts'
import { orderScreens } from '../order/screens.ts'
import { overviewScreens } from '../overview/screens.ts'
import { stockScreens } from '../stock/screens.ts'

/** The pages of the phone's tab bar; they slide in from nowhere and have no way back. */
const tabs: readonly string[] = [overviewScreens.home, orderScreens.list, stockScreens.list, dataScreens.overview].map(
  ({ path }) => path,
)

export const isTab = (path: string): boolean => tabs.includes(path)
