package acme;

import braid.Model;

/** Stands for a class that is not there. */
@Model(type = "app.Metre")
public class NoType { }
