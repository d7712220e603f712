import './role-edit.css'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { roleScreens } from '../screens.ts'
import { RoleEditor } from './editor.tsx'

const HOUR = 3_600_000

/** The permissions of a role. */
export default page(
  roleScreens.edit,
  ({ roleId }) => {
    const [stored, tree] = useAnswers(
      ask(calls.role.detail, { id: roleId }),
      ask(calls.role.tree, {}, { freshFor: HOUR }),
    )
    return <RoleEditor key={roleId} role={stored} tree={tree} />
  },
  { cards: 4, shape: 'detail' },
)
