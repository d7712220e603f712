-- Right 703 (渠道对账) is shown by no screen, so nobody could see or take it; roles that an owner set kept it all the same. It is
-- taken from every role; the migration that makes its part will give it again.
update role set menu_ids = array_remove(menu_ids, 703) where 703 = any (menu_ids);
