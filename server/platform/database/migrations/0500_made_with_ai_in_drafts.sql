-- Whether a draft is marked *Made with AI*; null where its device has not said so. A new column, no row is rewritten.
alter table drafts add column is_made_with_ai boolean;
