-- Right 940 (开发测试) opens the pages for trying the product out. Sessions have it on a demo and operators everywhere; no role
-- gives it any more.
update role set menu_ids = array_remove(menu_ids, 940) where 940 = any (menu_ids);
