import { Link } from '../../../kernel/page/link.tsx'
import { selfServiceScreens } from '../../../rental/self-service/screens.ts'
import { say } from '../../../words/words.ts'

/** Link back to the self-service pickup from which the customer was sent here. `self`: its token; '' for other links. */
export const BackToVisit = ({ self, primary = false }: { readonly self: string; readonly primary?: boolean }) =>
  self !== '' && (
    <Link
      className={`button button-${primary ? 'primary' : 'outline'} button-l button-block`}
      to={selfServiceScreens.userPickup}
      with={{ t: self }}
      replace
    >
      {say('回到自助取车')}
    </Link>
  )
