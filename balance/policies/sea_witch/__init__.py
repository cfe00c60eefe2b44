"""Policies for the play of ordinary cards in Sea Witch Pacts; what becomes of pacts is a conduct's business."""
