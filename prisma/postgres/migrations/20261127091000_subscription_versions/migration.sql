-- Which versions of Subscriptions nobody has seen yet is asked by the transactions that made them.
DROP INDEX "subscription_version";
CREATE INDEX "subscription_version" ON "resource_version"("created") WHERE ("type" = 'Subscription');
