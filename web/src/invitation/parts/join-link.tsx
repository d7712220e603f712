import { Link } from '../../kernel/link.tsx'
import { invitationScreens } from '../screens.ts'

/** For who was invited and has a code. */
export const JoinLink = () => <Link to={invitationScreens.join}>加入商家</Link>
