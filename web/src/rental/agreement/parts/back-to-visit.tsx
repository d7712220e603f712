import { Link } from '../../../kernel/page/link.tsx'
import { selfServiceScreens } from '../../self-service/screens.ts'

/** From a page that a customer was sent to while taking a car alone, back to where they were. `self`: the token of that; '' of whoever came by another link. */
export const BackToVisit = ({ self, primary = false }: { readonly self: string; readonly primary?: boolean }) =>
  self !== '' && (
    <Link
      className={`button button-${primary ? 'primary' : 'outline'} button-l button-block`}
      to={selfServiceScreens.userPickup}
      with={{ t: self }}
      replace
    >
      回到自助取车
    </Link>
  )
