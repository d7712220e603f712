import { stockScreens } from '../fleet/stock/screens.ts'
import { dataScreens } from '../insight/data/screens.ts'
import { overviewScreens } from '../insight/overview/screens.ts'
import { orderScreens } from '../rental/order/screens.ts'

/** The pages of the phone's tab bar; they have no slide transition and no back button. */
const tabs: readonly string[] = [overviewScreens.home, orderScreens.list, stockScreens.list, dataScreens.overview].map(
  ({ path }) => path,
)

export const isTab = (path: string): boolean => tabs.includes(path)
